// `npm run dredd`: a command of this repository alone, which the installed package does not have.
import { runDreddCommand } from './contract/run-dredd-command.ts'

// Dredd rests on packages that Node has warnings about; they are not for whoever asks about a service.
process.removeAllListeners('warning')

const { argv, env, stdout, stderr } = process
process.exitCode = await runDreddCommand({ args: argv.slice(2), variables: env, stdout, stderr })
