import { runDredd } from './run-dredd.ts'

// Dredd rests on packages that Node has warnings about; they are not for whoever asks about a service.
process.removeAllListeners('warning')

process.exitCode = await runDredd({
  args: process.argv.slice(2),
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
})
