import { examine } from '../doctor/examine.ts'
import { exitCodes } from '../start-errors.ts'
import { command, loadSettings } from './command-line.ts'

/** Checks the installation, and says what to do. */
export const doctor = command({
  about: `checks the installation, and says what to do

It changes nothing. The server runs the quick checks at each start, and logs warnings. On the embedded database, stop the
server first, or its contents are not checked.`,
  words: [],
  options: { mail: { value: 'ADDRESS', about: 'sends a test message to this address' } },
  json: true,
  async run(_, { mail }) {
    const findings = await examine(loadSettings, mail)
    const count = (wanted: string) => findings.filter(({ level }) => level === wanted).length
    const [errors, warnings] = [count('error'), count('warning')]
    const width = Math.max(...findings.map(({ check }) => check.length))
    const lines = findings.flatMap(({ level, check, message, details = [] }) => [
      `${level.padEnd(7)}  ${check.padEnd(width)}  ${message}`,
      ...details.map((detail) => `${' '.repeat(width + 11)}- ${detail}`),
    ])
    return {
      text: [...lines, '', `Errors: ${errors}. Warnings: ${warnings}.`].join('\n'),
      data: { errors, warnings, findings },
      exitCode: errors > 0 ? exitCodes.refused : 0,
    }
  },
})
