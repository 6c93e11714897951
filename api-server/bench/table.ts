/** Prints a table for the terminal that can also be pasted into docs/measured.md. */
export function print(head: string[], rows: string[][]) {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  console.log([line(head), rule, ...rows.map(line), ''].join('\n'))
}
