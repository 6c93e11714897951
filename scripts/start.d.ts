/** Types of start.js, which older versions of Node have to run. */
export function runInTurn(
  programs: { command: string; args: string[]; env?: Record<string, string>; isServer?: boolean }[],
): Promise<number>
