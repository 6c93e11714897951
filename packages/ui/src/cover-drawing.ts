/** A hill with contour lines, generated from a slug. The same slug always gives the same picture. */
export interface CoverDrawing {
  hue: number
  /** Contour lines, from the summit outwards, as SVG path data in a box of 400 × 136. */
  lines: string[]
  summit: { x: number; y: number }
  /** The footpath to the summit, as SVG path data. */
  trail: string
}

const HUES = [352, 212, 152, 36, 268, 190] as const
const STEPS = 48
const LINES = 13

export function drawCover(slug: string): CoverDrawing {
  const seed = hash(slug)
  const random = generator(seed)
  const summit = { x: 90 + random() * 220, y: 34 + random() * 58 }
  const waves = [2, 3, 5].map((times) => ({ times, phase: random() * Math.PI * 2, size: (0.5 + random()) / times }))
  const lean = 0.25 + random() * 0.5
  const stretch = 1.35 + random() * 0.5

  const radius = (line: number, angle: number) => {
    const roughness = waves.reduce((sum, wave) => sum + Math.sin(angle * wave.times + wave.phase) * wave.size, 0)
    return (6 + line * 14 * (1 + line * 0.03)) * (1 + roughness * 0.28 * (1 - line / (LINES * 1.6)))
  }
  const lines = Array.from({ length: LINES }, (_, line) => {
    const points = Array.from({ length: STEPS }, (_, step) => {
      const angle = (step / STEPS) * Math.PI * 2
      const r = radius(line, angle)
      const drift = line * lean * 3
      return `${(summit.x + drift + Math.cos(angle) * r * stretch).toFixed(1)} ${(summit.y + Math.sin(angle) * r).toFixed(1)}`
    })
    return `M${points.join('L')}Z`
  })
  const side = summit.x > 200 ? -1 : 1
  const foot = { x: summit.x + side * (110 + random() * 60), y: 140 }
  const trail = `M${foot.x.toFixed(0)} ${foot.y}C${(foot.x - side * 70).toFixed(0)} 110 ${(summit.x + side * 90).toFixed(0)} ${(summit.y + 30).toFixed(0)} ${summit.x.toFixed(0)} ${summit.y.toFixed(0)}`
  // FNV's low bits differ too little between short texts; its high bits spread over all hues.
  return { hue: HUES[(seed >>> 20) % HUES.length] ?? HUES[0], lines, summit, trail }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0
  return value
}

function generator(seed: number): () => number {
  let state = seed || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}
