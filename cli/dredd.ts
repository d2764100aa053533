// `npm run dredd`: a command of this repository alone, which the installed package does not have.
import './end-with-shell.mjs'
import { runDreddCommand } from './contract/run-dredd-command.ts'

// Node warns about packages that Dredd depends on. These warnings do not concern the user.
process.removeAllListeners('warning')

const { argv, env, stdout, stderr } = process
process.exitCode = await runDreddCommand({ args: argv.slice(2), variables: env, stdout, stderr })
