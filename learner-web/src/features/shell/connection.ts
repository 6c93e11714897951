import type { Shell, ShellAnswer, ShellCompletion } from '@flagyard/api-types'
import { api } from '../../lib/api.ts'

export interface ShellConnection {
  /** State when the connection was opened. */
  shell: Shell
  run(line: string): Promise<ShellAnswer>
  complete(line: string): Promise<ShellCompletion>
  /** Absent if files cannot be downloaded. */
  download?(path: string): Promise<Response>
}

export interface ShellEvents {
  onOutput(output: string): void
  onAnswer(answer: ShellAnswer): void
  onFailure(failure: unknown): void
}

export const connectionOf = (id: string, shell: Shell): ShellConnection => ({
  shell,
  run: (line) => api.runShellLine({ id, shellLine: { line } }),
  complete: (line) => api.completeShellLine({ id, shellPrefix: { line } }),
  download: (path) => api.downloadShellFile({ id, shellDownload: { path } }),
})

export const rehearsalConnection = (key: string, shell: Shell): ShellConnection => ({
  shell,
  run: (line) => api.runRehearsalLine({ rehearsalLine: { key, line } }),
  complete: (line) => api.completeRehearsalLine({ rehearsalLine: { key, line } }),
})
