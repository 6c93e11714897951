/** Lines of at most 160 characters; those after the first belong to its list item. */
export function wrap(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.length - 1
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`
    if (longer.length > 158) lines.push(`  ${word}`)
    else lines[last] = longer
  }
  return lines
}
