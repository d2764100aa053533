import { runDredd } from './run-dredd.ts'

// Dredd rests on packages that Node has warnings about; they are not for whoever asks about a service.
process.removeAllListeners('warning')

/* eslint-disable-next-line no-restricted-syntax -- a command of its own, for this house only; `petstore` does not have it */
const [args, env] = [process.argv.slice(2), process.env]

process.exitCode = await runDredd({
  args,
  env,
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
})
