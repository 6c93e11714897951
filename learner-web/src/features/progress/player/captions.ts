export interface Cue {
  from: number
  text: string
}

/** Parses the cues of a WebVTT file: start in seconds, and text without markup. */
export function readCaptions(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '')
      const timing = lines.findIndex((line) => line.includes('-->'))
      const from = lines[timing]?.match(/^\s*(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/)
      if (!from) return []
      const [, hours = '0', minutes = '0', seconds = '0', thousandths = '0'] = from
      const text = lines
        .slice(timing + 1)
        .join(' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&(amp|lt|gt|nbsp);/g, (_, name: string) => entities[name] ?? '')
        .trim()
      return text === '' ? [] : [{ from: +hours * 3600 + +minutes * 60 + +seconds + +thousandths / 1000, text }]
    })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }
