// Plain JavaScript for older Nodes, which would fail with ERR_UNKNOWN_FILE_EXTENSION at the first TypeScript file.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `This needs Node 24, which npm ci brings along and npm ci --omit=dev does not; this is ${process.version}.`,
  )
  process.exitCode = 1
}
