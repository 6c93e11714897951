import { fileURLToPath } from 'node:url'
import command from '../../../scripts/server-command.json' with { type: 'json' }

/** The built server as `npm start` runs it, with its flags and variables. */
export const startCommand = {
  args: [...command.flags, fileURLToPath(new URL(`../../../${command.program}`, import.meta.url)), ...command.args],
  env: command.variables as Record<string, string>,
}
