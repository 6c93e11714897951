/** Starts a program like the launcher of `npm start` starts the server. */
import { runInTurn } from '../../../scripts/start.js'

const [program = ''] = process.argv.slice(2)
process.exitCode = await runInTurn([{ command: process.execPath, args: [program], isServer: true }])
