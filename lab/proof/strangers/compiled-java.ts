import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/**
 * The arguments with which `java` runs a source. It is compiled once for all processes, since that takes ten times as long as
 * a start; the classes stay in the folder for temporary files, under the hash of the source.
 */
export function compiledJava(source: string): readonly string[] {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `petstore-mock-java-${hash}`)
  if (!existsSync(folder)) compileInto(folder, source)
  // The serial collector and the first compiler: little processor time for a process that lives for some minutes.
  return ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', folder, basename(source, '.java')]
}

function compileInto(folder: string, source: string): void {
  mkdirSync(tmpdir(), { recursive: true })
  const own = mkdtempSync(`${folder}-`)
  const { status, stderr } = spawnSync('javac', ['-d', own, source], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`javac ${source}: ${stderr}`)
  try {
    renameSync(own, folder)
  } catch (error) {
    // Another process was faster.
    rmSync(own, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
