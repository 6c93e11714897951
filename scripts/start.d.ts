/** Types of start.js, which is JavaScript because it must run on older versions of Node. */
export function runInTurn(
  programs: { command: string; args: string[]; env?: Record<string, string>; isServer?: boolean }[],
): Promise<number>
