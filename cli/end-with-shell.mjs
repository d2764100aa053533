// npm runs a script in a shell, and a signal for npm ends that shell alone. So `kill` of a background `npm start` or `npx petstore mock`
// ends the mock too. What a script leaves running may be meant to, unless it is this command that the script names, with nothing in the
// background: then its shell waits, and has ended early. On Windows nothing shows that a parent has ended.
import { basename, resolve } from 'node:path'

const shell = process.ppid
const { npm_lifecycle_script: script = '' } = process.env
const [, file = '', command] = process.argv

// What a shell reads as text separates no commands, and puts none into the background.
const quoted = /"(?:\\[^]|[^"\\])*"|'[^']*'|\\[^]/.source
const uncommented = script.replace(new RegExp(`(${quoted})|(?<![^\\s;&|()])#.*`, 'g'), '$1')
// Nor do the `&` of `2>&1` and `&>`.
const isInBackground = /(?<![&<>])&(?![&>])/.test(uncommented.replace(new RegExp(quoted, 'g'), '_'))
const commands = uncommented.match(new RegExp(`(?:${quoted}|[^&|;\\n]|(?<=[<>])&|&(?=>))+`, 'g')) ?? []
if (!isInBackground && commands.some(isThis)) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/**
 * Whether a command of the script is this one, whose arguments may be written behind `npm run`.
 *
 * @param {string} text
 */
function isThis(text) {
  const words = (text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ''))
  const at = words.findIndex((word) => !/^(?:\w+=.*|-.*|exec|(?:.*\/)?node)$/.test(word))
  const [program = '', next = command] = words.slice(Math.max(at, 0))
  const isNamed = program === 'petstore' ? basename(file) === program : resolve(program) === file
  return isNamed && next === command
}
