import { expect } from 'vitest'
import { serve } from '../../lab/proof/http-server.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import { otherService, type OtherOptions } from '../../lab/proof/other-service.ts'
import type { Variables } from '../environment/environment.ts'
import { atOnce, memoryFiles, runInProcess } from './manual-environment.ts'

/** The key that the other service knows. */
const KEY = 'free-demo-key'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Given {
  readonly key?: string | undefined
  /** Environment variables besides. */
  readonly variables?: Variables | undefined
  /** In memory. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

/** Runs `petstore contract`, by default with the key of the other service, and sees to it that the key is shown nowhere. */
export async function contract(
  line: string,
  { key = KEY, variables, files = {} }: Given = {},
): Promise<Ended> {
  const command = runInProcess(`contract ${line}`, {
    variables: { PETSTORE_API_KEY: key, ...variables },
    files: memoryFiles(new Map(Object.entries(files))),
    after: atOnce,
  })
  const code = await command.exitCode
  const [stdout, stderr] = [command.stdout.text, command.stderr.text]
  if (key !== '') expect(stdout + stderr).not.toContain(key)
  return { code, stdout, stderr }
}

/** The same against the other service, with a violation where one is named. */
export async function check(
  flags: string,
  { violation, ...given }: { violation?: string } & Pick<Given, 'files' | 'variables'> = {},
): Promise<Ended & { readonly requests: readonly string[] }> {
  const other = otherService({ now: Date.now, ...overlayNamed(violation) })
  await using server = await serve(other.service)
  return { ...(await contract(`${server.baseUrl} ${flags}`, given)), requests: other.requests }
}

function overlayNamed(violation: string | undefined): Pick<OtherOptions, 'overlay'> {
  if (violation === undefined) return {}
  const found = violations.find(({ name }) => name === violation)
  if (!found) throw new Error(`no violation "${violation}"`)
  return { overlay: found.overlay }
}

/** Runs a command that cannot be carried out, which it says in one line. */
export async function refused(line: string, given: Given = {}): Promise<string> {
  const { code, stdout, stderr } = await contract(line, given)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  return stderr
}
