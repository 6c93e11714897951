type Value = unknown
const isPlain = (value: Value) => typeof value !== 'object' || value === null || value instanceof Date
const said = (value: Value): string =>
  value === null || value === undefined
    ? 'None'
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : value instanceof Date
        ? value.toISOString()
        : String(value)

/** AWS's `--output text`: values separated by tabs, keys in alphabetical order, nested values on separate lines. */
export function awsText(value: Value, name = ''): string {
  if (isPlain(value)) return `${said(value)}\n`
  if (Array.isArray(value)) return listText(value, name)
  const entries = Object.entries(value as object)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, one]) => one !== undefined)
  const plain = entries.filter(([, one]) => isPlain(one)).map(([, one]) => said(one))
  const head =
    plain.length > 0
      ? `${[...(name ? [name.toUpperCase()] : []), ...plain].join('\t')}\n`
      : name
        ? `${name.toUpperCase()}\n`
        : ''
  return (
    head +
    entries
      .filter(([, one]) => !isPlain(one))
      .map(([key, one]) => awsText(one, key))
      .join('')
  )
}

function listText(list: Value[], name: string): string {
  if (list.length === 0) return ''
  if (list.every(isPlain))
    return name ? list.map((one) => `${name.toUpperCase()}\t${said(one)}\n`).join('') : `${list.map(said).join('\t')}\n`
  return list
    .map((one) => (Array.isArray(one) && one.every(isPlain) ? `${one.map(said).join('\t')}\n` : awsText(one, name)))
    .join('')
}

/** Azure's `-o tsv`: one line per list item, with values separated by tabs. */
export function tsv(value: Value): string {
  const field = (one: Value) =>
    one === null || one === undefined ? '' : isPlain(one) ? said(one) : Array.isArray(one) ? String(one.length) : ''
  const line = (one: Value): string =>
    isPlain(one)
      ? field(one)
      : Object.values(one as object)
          .map(field)
          .join('\t')
  if (Array.isArray(value)) return value.map((one) => `${line(one)}\n`).join('')
  return value === undefined || value === null ? '' : `${line(value)}\n`
}
