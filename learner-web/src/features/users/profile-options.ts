interface Option {
  value: string
  label: string
}

/** Every country that the browser has a name for, by name. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code))
    .flatMap((code) => {
      const label = names.of(code)
      return label ? [{ value: code, label }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Regions that are no countries, retired codes, and codes kept free for private use. */
const NO_COUNTRIES = new Set(
  'AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA XB XK YD YU ZR ZZ'.split(
    ' ',
  ),
)

/** Every time zone that the browser knows, and the one chosen before in any case. */
export function timeZoneOptions(current: string): Option[] {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])
  return [...all].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

/** Languages and formats; what was chosen before, and what the browser asks for, stand among them. */
export function localeOptions(current: string): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const common = ['en', 'en-GB', 'en-US', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'pt-BR', 'sv', 'tr', 'ja', 'ko']
  return [...new Set([...common, ...navigator.languages, current])]
    .map((value) => ({ value, label: languageName(value, names) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

function languageName(code: string, names: Intl.DisplayNames): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
