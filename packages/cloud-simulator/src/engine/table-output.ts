const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const said = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? '' : String(value)

/** Rows under their titles, with columns as wide as their widest value. */
export function columns(titles: string[], rows: string[][], rule = ''): string {
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: string[]) =>
    `${cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`
  return line(titles) + (rule ? line(widths.map((width) => rule.repeat(width))) : '') + rows.map(line).join('')
}

const LEFT_OUT = new Set(['id', 'type', 'etag', 'revision'])

/** Azure's `-o table`: the plain values of each list item. */
export function azTable(value: unknown): string {
  const list = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined)
  if (list.length === 0) return ''
  const rows = list.map((one) =>
    isPlain(one)
      ? { Result: one }
      : Array.isArray(one)
        ? Object.fromEntries(one.map((cell, at) => [`Column${at + 1}`, cell]))
        : one,
  ) as Record<string, unknown>[]
  const keys = [
    ...new Set(rows.flatMap((row) => Object.keys(row).filter((key) => isPlain(row[key]) && !LEFT_OUT.has(key)))),
  ]
  return columns(
    keys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)),
    rows.map((row) => keys.map((key) => said(row[key]))),
    '-',
  )
}

/** AWS's `--output table`: nested boxes. */
export function awsTable(title: string, value: unknown): string {
  const boxes: { name: string; titles: string[]; rows: string[][] }[] = []
  collect(boxes, title, value)
  const widths = boxes.map(({ titles, rows }) =>
    titles.map((one, at) => Math.max(one.length, ...rows.map((row) => (row[at] ?? '').length)) + 2),
  )
  const width = Math.max(title.length + 4, ...widths.map((one) => one.reduce((sum, cell) => sum + cell + 1, 1)))
  const centred = (text: string, length: number) => text.padStart(Math.floor((length + text.length) / 2)).padEnd(length)
  const top = `${'-'.repeat(width)}\n|${centred(title, width - 2)}|\n+${'-'.repeat(width - 2)}+\n`
  const shown = boxes.map(({ name, titles, rows }, at) => {
    const cells = (widths[at] ?? []).map((cell, n, list) =>
      n === list.length - 1 ? width - 1 - list.slice(0, -1).reduce((sum, one) => sum + one + 1, 1) : cell,
    )
    const line = (row: string[]) => `|${row.map((text, n) => centred(text, cells[n] ?? 0)).join('|')}|\n`
    const rule = `+${cells.map((cell) => '-'.repeat(cell)).join('+')}+\n`
    const head = name === title ? '' : `|${centred(name, width - 2)}|\n+${'-'.repeat(width - 2)}+\n`
    return `${head}${titles.some(Boolean) ? line(titles) + rule : ''}${rows.map(line).join('')}${rule}`
  })
  return top + shown.join('')
}

function collect(boxes: { name: string; titles: string[]; rows: string[][] }[], name: string, value: unknown) {
  const list = Array.isArray(value) ? value : [value]
  if (list.every(isPlain)) {
    boxes.push({ name, titles: [], rows: list.map((one) => [said(one)]) })
    return
  }
  if (list.every((one) => Array.isArray(one))) {
    boxes.push({ name, titles: [], rows: list.map((one) => (one as unknown[]).map(said)) })
    return
  }
  const objects = list.filter((one) => !isPlain(one)) as Record<string, unknown>[]
  const keys = [...new Set(objects.flatMap((one) => Object.keys(one).filter((key) => isPlain(one[key]))))].sort()
  if (keys.length > 0) boxes.push({ name, titles: keys, rows: objects.map((one) => keys.map((key) => said(one[key]))) })
  for (const one of objects)
    for (const [key, inner] of Object.entries(one)) if (!isPlain(inner)) collect(boxes, key, inner)
}
