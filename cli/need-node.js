// What an older Node can read and say: it would end in ERR_UNKNOWN_FILE_EXTENSION at the first file of ours.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `This needs Node 24, which npm ci brings along and npm ci --omit=dev does not; this is ${process.version}.`,
  )
  process.exitCode = 1
}
