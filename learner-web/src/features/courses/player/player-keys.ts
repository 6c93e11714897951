/** What a key does to a film. */
export type KeyAction =
  | 'play'
  | 'back10'
  | 'forward10'
  | 'back5'
  | 'forward5'
  | 'captions'
  | 'fullScreen'
  | 'mute'
  | 'slower'
  | 'faster'
  | 'pictureInPicture'
  | 'help'
  | { tenth: number }

const actions: Record<string, KeyAction> = {
  ' ': 'play',
  k: 'play',
  j: 'back10',
  l: 'forward10',
  ArrowLeft: 'back5',
  ArrowRight: 'forward5',
  c: 'captions',
  f: 'fullScreen',
  m: 'mute',
  '<': 'slower',
  '>': 'faster',
  p: 'pictureInPicture',
  '?': 'help',
}

/** The map of keys, as the dialog lists it. */
export const KEY_MAP: readonly { keys: string[]; does: string }[] = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['J', 'L'], does: '10 seconds back or forward' },
  { keys: ['←', '→'], does: '5 seconds back or forward' },
  { keys: ['0', '–', '9'], does: 'Jump to a tenth of the video' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['C'], does: 'Captions on or off' },
  { keys: ['M'], does: 'Sound on or off' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['P'], does: 'Picture in picture' },
  { keys: ['N'], does: 'Write a note at this second, with an account' },
  { keys: ['?'], does: 'This list' },
]

/** What a key asks of a film, unless whatever has the focus needs that key for itself. */
export function actionOfKey(event: KeyboardEvent, stage: HTMLElement, everywhere: boolean): KeyAction | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  const focused = event.target instanceof Element ? event.target : document.body
  if (focused.closest('dialog, [popover], [role=menu]') || !(everywhere || stage.contains(focused))) return null
  if (takesLetters(focused)) return null
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key === ' ' && (takesSpace(focused) || !isInView(stage))) return null
  if (key.startsWith('Arrow') && !(stage.contains(focused) || isNowhere(focused))) return null
  if (/^\d$/.test(key)) return { tenth: Number(key) }
  return actions[key] ?? null
}

const takesLetters = (focused: Element) =>
  focused.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio])') ||
  (focused instanceof HTMLElement && focused.isContentEditable)

const takesSpace = (focused: Element) =>
  focused.closest('button, a, summary, input:not([type=range]), [role=button]') !== null

/** No control has the focus: it is on the page itself, or on what was moved into focus by the page. */
const isNowhere = (focused: Element) => focused === document.body || focused.matches('[tabindex="-1"]')

/** Out of view, Space scrolls the page as it always does. */
function isInView(stage: HTMLElement): boolean {
  const { top, bottom } = stage.getBoundingClientRect()
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > (bottom - top) / 2
}
