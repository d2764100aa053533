import { relative } from 'node:path'
import type { Variables } from './environment.ts'

/** Writes a command such as `contract --list` as it can be typed where petstore was started; without a command, petstore itself. */
export type Launcher = (command: string) => string

/** The name of the command where the package is installed. */
export const installed: Launcher = (command) => `petstore ${command}`.trimEnd()

/** How petstore was started. */
export interface Started {
  /** The file that began: a source, a built module, or petstore.mjs. */
  readonly file: string
  /** As it was named to Node. */
  readonly script: string
  readonly folder: string
  readonly variables: Variables
}

const SCRIPTS: Readonly<Record<string, string>> = {
  mock: 'npm start',
  contract: 'npm run contract',
  'demo rate-limit': 'npm run demo',
  proxy: 'npm run proxy',
}

/** In a clone the npm scripts, also for who reads the log of the action, or `node` where that was typed; `node petstore.mjs`; or the name of the installed command. */
export function launcherOf({ file, script, folder, variables }: Started): Launcher {
  const isSource = file.endsWith('.ts')
  if (isSource && (isByNpm(variables) || isByAction(file, variables))) return inClone
  if (isSource || file.endsWith('.mjs')) {
    const path = relative(folder, file)
    return (command) => `node ${path.includes(' ') ? `"${path}"` : path} ${command}`.trimEnd()
  }
  if (/[\\/]node_modules[\\/]\.bin[\\/]/.test(script)) return (command) => `npx ${installed(command)}`
  return installed
}

/** Whether an npm script of this package, or npx in its folder, has started it. */
export function isByNpm(variables: Variables): boolean {
  return variables['npm_package_name'] === 'petstore-mock'
}

/** Whether the action that is in the same clone has started it, with a Node that no later step of the job has. */
function isByAction(file: string, variables: Variables): boolean {
  const folder = variables['GITHUB_ACTION_PATH']
  return folder !== undefined && folder !== '' && !relative(folder, file).startsWith('..')
}

function inClone(command: string): string {
  const [name, start] =
    Object.entries(SCRIPTS).find(([name]) => command === name || command.startsWith(`${name} `)) ?? []
  if (name === undefined || start === undefined) return `npx node cli/index.ts ${command}`.trimEnd()
  const flags = command.slice(name.length)
  return flags === '' ? start : `${start} --${flags}`
}

// With what follows in its line, since npm wants a -- before flags.
const COMMAND = /\bpetstore ((?:(?:mock|contract|clone|judge|proxy|demo)\b|\[options\])[^\n]*)/g

/** A text of ours with its commands as they can be typed. */
export function asTyped(text: string, launch: Launcher): string {
  return text.replaceAll(COMMAND, (_whole, command: string) => launch(command))
}
