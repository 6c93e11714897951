import type { Box, DiagramScene, Film, Scene, SummaryScene, TerminalScene, TitleScene } from './scenes.ts'

export const WIDTH = 960
export const HEIGHT = 540
export const FPS = 12

/** Draws the video frame at the given second, as SVG. Unchanged frames are equal strings, so each is rendered once. */
export function draw(film: Film, at: number): string {
  let start = 0
  for (const scene of film.scenes) {
    const length = sceneSeconds(scene)
    if (at < start + length || scene === film.scenes.at(-1)) return frame(scene, at - start, length)
    start += length
  }
  return ''
}

/** Length of a video in whole seconds. */
export function seconds(film: Film): number {
  return film.scenes.reduce((sum, scene) => sum + sceneSeconds(scene), 0)
}

/** The video's captions as WebVTT: each scene's time is divided among its sentences by their length. */
export function captions(film: Film): string {
  let start = 0
  const cues: string[] = []
  for (const scene of film.scenes) {
    const length = sceneSeconds(scene)
    const letters = scene.say.join('').length
    let from = start
    for (const sentence of scene.say) {
      const to = from + (length * sentence.length) / letters
      cues.push(`${stamp(from)} --> ${stamp(to)}\n${sentence}`)
      from = to
    }
    start += length
  }
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** 17 characters per second is a comfortable reading speed; a scene takes at least three seconds. */
function sceneSeconds(scene: Scene): number {
  return Math.max(3, Math.ceil(scene.say.join(' ').length / 17))
}

function stamp(at: number): string {
  const whole = Math.floor(at)
  const parts = [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0'))
  return `${parts.join(':')}.${String(Math.floor((at - whole) * 1000)).padStart(3, '0')}`
}

const tone = {
  paper: '#faf9f6',
  surface: '#ffffff',
  line: '#dedad2',
  strong: '#8b8780',
  ink: '#15171c',
  ink2: '#454a55',
  signal: '#c8203a',
  soft: '#fbe9ea',
  good: '#10683f',
  goodSoft: '#e2f3ea',
  night: '#0e1014',
  light: '#eceef2',
  dim: '#9097a4',
  red: '#ff6b78',
}

function frame(scene: Scene, at: number, length: number): string {
  const inner =
    scene.kind === 'title'
      ? title(scene, at)
      : scene.kind === 'terminal'
        ? terminal(scene, at, length)
        : scene.kind === 'diagram'
          ? diagram(scene, at, length)
          : summary(scene, at, length)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter">${inner}</svg>`
}

function title(scene: TitleScene, at: number): string {
  // The pole is drawn first, then the flag unfolds; after a second nothing moves.
  const grown = Math.min(1, at / 0.5)
  const open = Math.max(0, Math.min(1, (at - 0.4) / 0.5))
  const lines = wrap(scene.title, 30)
  return `${background(tone.paper)}
    <g transform="translate(96 120) scale(4)"><path d="M5 ${22 - 20 * grown}V22" stroke="${tone.ink}" stroke-width="2.4" stroke-linecap="round"/>
    <g transform="translate(6.4 0) scale(${open.toFixed(3)} 1)"><path d="M0 4h12.2l-3.4 4.2 3.4 4.3H0z" fill="${tone.signal}"/></g></g>
    ${text(96, 272, scene.eyebrow, 20, tone.signal, 600)}
    ${lines.map((line, i) => text(96, 326 + i * 56, line, 46, tone.ink, 700)).join('')}
    ${text(96, 492, 'Flagyard', 20, tone.ink2, 600)}`
}

function terminal(scene: TerminalScene, at: number, length: number): string {
  const work = length * 0.8
  const cost = scene.lines.map((line) => (line.as === 'in' ? line.text.length + 8 : 4))
  const total = cost.reduce((sum, each) => sum + each, 0)
  let spent = (at / work) * total
  const rows: string[] = []
  scene.lines.forEach((line, index) => {
    if (spent <= 0) return
    const y = 130 + index * 34
    const shown = line.as === 'in' ? line.text.slice(0, Math.max(0, Math.floor(spent))) : line.text
    const fill = line.as === 'in' ? tone.light : line.as === 'mark' ? tone.red : tone.dim
    const prompt = line.as === 'in' ? mono(56, y, '$', tone.red) : ''
    const cursor = line.as === 'in' && shown.length < line.text.length
    rows.push(prompt + mono(80, y, shown + (cursor ? '\u2588' : ''), fill))
    spent -= cost[index] ?? 0
  })
  return `${background(tone.night)}${mark(40, 28, tone.light, tone.red)}${text(82, 56, scene.heading, 20, tone.light, 600)}
    <path d="M40 80H920" stroke="#2a2f39"/>${rows.join('')}`
}

function diagram(scene: DiagramScene, at: number, length: number): string {
  const count = scene.steps.length
  const shown = Math.min(count, 1 + Math.floor((at / (length * 0.75)) * count))
  const boxes = new Map(scene.steps.flatMap((step) => ('id' in step ? [[step.id, step] as const] : [])))
  const parts = scene.steps.slice(0, shown).map((step) => {
    if ('id' in step) return box(step)
    const from = boxes.get(step.from)
    const to = boxes.get(step.to)
    return from && to ? arrow(from, to, step.label ?? '') : ''
  })
  return `${background(tone.paper)}${mark(40, 28, tone.ink, tone.signal)}${text(82, 56, scene.heading, 22, tone.ink, 650)}
    <path d="M40 80H920" stroke="${tone.line}"/><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
    <path d="M0 0l8 4-8 4z" fill="${tone.ink2}"/></marker></defs>${parts.join('')}`
}

const BOX = 76

function box({ x, y, w, label, sub, tone: kind = 'plain' }: Box): string {
  const [fill, edge, ink] =
    kind === 'signal'
      ? [tone.soft, tone.signal, tone.signal]
      : kind === 'good'
        ? [tone.goodSoft, tone.good, tone.good]
        : [tone.surface, tone.strong, tone.ink]
  return `<rect x="${x}" y="${y}" width="${w}" height="${BOX}" rx="8" fill="${fill}" stroke="${edge}" stroke-width="1.5"/>
    ${text(x + w / 2, y + (sub ? 33 : 45), label, 19, ink, 620, 'middle')}
    ${sub ? text(x + w / 2, y + 57, sub, 15, tone.ink2, 450, 'middle') : ''}`
}

/** Connects boxes that are next to each other horizontally, others vertically at the nearest point. */
function arrow(from: Box, to: Box, label: string): string {
  const beside = Math.abs(from.y - to.y) < BOX
  const right = to.x > from.x
  const down = to.y > from.y
  const start = from.x + from.w / 2
  const end = Math.min(Math.max(start, to.x + 50), to.x + to.w - 50)
  const [x1, y1, x2, y2] = beside
    ? [right ? from.x + from.w : from.x, from.y + BOX / 2, right ? to.x - 4 : to.x + to.w + 4, to.y + BOX / 2]
    : [start, down ? from.y + BOX : from.y, end, down ? to.y - 4 : to.y + BOX + 4]
  const middle = beside
    ? ([(x1 + x2) / 2, y1 - 12, 'middle'] as const)
    : ([(x1 + x2) / 2 + 12, (y1 + y2) / 2 + 5, 'start'] as const)
  const words = label ? text(middle[0], middle[1], label, 15, tone.ink2, 550, middle[2]) : ''
  // An outline in the background colour keeps the label readable where it crosses a line.
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${tone.ink2}" stroke-width="2" marker-end="url(#tip)"/>
    <g stroke="${tone.paper}" stroke-width="6" paint-order="stroke">${words}</g>`
}

function summary(scene: SummaryScene, at: number, length: number): string {
  const shown = Math.min(scene.points.length, 1 + Math.floor((at / (length * 0.8)) * scene.points.length))
  const rows = scene.points.slice(0, shown).map((point, index) => {
    const y = 190 + index * 92
    return `${mark(96, y - 28, tone.ink, tone.signal)}${wrap(point, 58)
      .map((line, i) => text(148, y + i * 32, line, 24, tone.ink, 520))
      .join('')}`
  })
  return `${background(tone.paper)}${text(96, 112, 'Take with you', 30, tone.ink, 700)}${rows.join('')}`
}

function background(fill: string): string {
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`
}

function mark(x: number, y: number, pole: string, flag: string): string {
  return `<g transform="translate(${x} ${y}) scale(1.5)"><path d="M5 2v20" stroke="${pole}" stroke-width="2.4" stroke-linecap="round"/>
    <path d="M6.4 4h12.2l-3.4 4.2 3.4 4.3H6.4z" fill="${flag}"/></g>`
}

function text(
  x: number,
  y: number,
  words: string,
  size: number,
  fill: string,
  weight: number,
  anchor = 'start',
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(words)}</text>`
}

function mono(x: number, y: number, words: string, fill: string): string {
  return `<text x="${x}" y="${y}" font-size="18" font-family="JetBrains Mono" xml:space="preserve" style="font-variant-ligatures:none" fill="${fill}">${escaped(words)}</text>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function wrap(words: string, width: number): string[] {
  const lines = ['']
  for (const word of words.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}
