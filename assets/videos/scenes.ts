/** A video is a list of scenes. Each scene lasts as long as its captions take to read. */
export interface Film {
  name: string
  title: string
  scenes: Scene[]
}

export type Scene = TitleScene | TerminalScene | DiagramScene | SummaryScene

interface Spoken {
  /** Captions shown during the scene, one or two sentences each. */
  say: string[]
}

export interface TitleScene extends Spoken {
  kind: 'title'
  eyebrow: string
  title: string
}

/** `in` is typed letter by letter; `out` appears line by line; `mark` is an output line to look at. */
export interface TerminalScene extends Spoken {
  kind: 'terminal'
  heading: string
  lines: { as: 'in' | 'out' | 'mark'; text: string }[]
}

export interface Box {
  id: string
  x: number
  y: number
  w: number
  label: string
  sub?: string
  tone?: 'plain' | 'signal' | 'good'
}

/** Boxes and arrows appear in the order given, evenly over the first three quarters of the scene. */
export interface DiagramScene extends Spoken {
  kind: 'diagram'
  heading: string
  steps: (Box | { from: string; to: string; label?: string })[]
}

export interface SummaryScene extends Spoken {
  kind: 'summary'
  points: string[]
}
