import { commands, type Locator, page } from 'vitest/browser'

/**
 * A click or a fill in one message. Playwright takes some forty to find an element, to look at it and to press it, which costs more than what most
 * clicks change. Its conditions are these: one element, in sight, enabled, at rest for a frame, and nothing over it. An action with options, and one
 * whose conditions are not met within two seconds, is left to Playwright, which goes on waiting and says what is in the way.
 */
const PATIENCE_MS = 2_000
const PAUSES_MS = [0, 20, 50, 100]

/** The real ones, also in a test with fake timers. */
const later = setTimeout
const frame = requestAnimationFrame
const clock = performance.now.bind(performance)

const pause = (ms: number) => new Promise((resolve) => later(resolve, ms))
const nextFrame = () => new Promise((resolve) => frame(resolve))

/** `again` and `covered`: its conditions are not met yet. `never`: it is one for Playwright. */
type Outcome = 'done' | 'again' | 'covered' | 'never'

async function isDone(locator: Locator, action: (element: Element) => Promise<Outcome>): Promise<boolean> {
  const start = clock()
  for (let attempt = 0; clock() - start < PATIENCE_MS; attempt++) {
    const [element, another] = locator.elements()
    if (another) return false
    const outcome = element && isEnabled(element) ? await action(element) : 'again'
    // A frame later the page has begun what the action asks of it.
    if (outcome === 'done') await nextFrame()
    if (outcome === 'done' || outcome === 'never') return outcome === 'done'
    await pause(PAUSES_MS[attempt] ?? 100)
    // Out from under what lies over an edge of the page: a bar, a notice.
    if (outcome === 'covered') element?.scrollIntoView({ block: EDGES[attempt % EDGES.length] ?? 'center' })
  }
  return false
}

const EDGES = ['end', 'center', 'start'] as const

/** Presses the middle of an element. */
async function press(element: Element): Promise<Outcome> {
  const before = placeOf(element)
  await nextFrame()
  const place = placeOf(element)
  if (!before || !place || place.x !== before.x || place.y !== before.y) return 'again'
  if (!reaches(element, document.elementFromPoint(place.x, place.y))) return 'covered'
  return (await isHit(element, () => commands.press(place.x, place.y))) ? 'done' : 'again'
}

/** The middle of what is in sight of an element, after it was scrolled there. */
function placeOf(element: Element): { x: number; y: number } | undefined {
  if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return
  if ('scrollIntoViewIfNeeded' in element) (element.scrollIntoViewIfNeeded as () => void)()
  const { left, right, top, bottom } = element.getClientRects()[0] ?? new DOMRect()
  const [x1, x2] = [Math.max(left, 0), Math.min(right, innerWidth)]
  const [y1, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  return x2 > x1 && y2 > y1 ? { x: (x1 + x2) / 2, y: (y1 + y2) / 2 } : undefined
}

function isEnabled(element: Element): boolean {
  const label = element.closest('label')
  return !element.closest('[aria-disabled="true"], :disabled') && !label?.control?.matches(':disabled')
}

/** Elements that receive a press inside them. A label presses its control. */
function reaches(element: Element, hit: Element | null): boolean {
  const target = element.closest('button, a, [role="button"], [role="link"]') ?? element
  return target.contains(hit) || hit?.closest('label')?.control === element
}

/** Whether the press reached the element. A press that would hit another element, because the page moved, is prevented. */
async function isHit(element: Element, pressing: () => Promise<void>): Promise<boolean> {
  let missed = false
  const look = (event: Event) => {
    if (event.type === 'pointerdown') missed = !reaches(element, event.target as Element)
    if (!missed) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of EVENTS) addEventListener(type, look, { capture: true })
  try {
    await pressing()
  } finally {
    for (const type of EVENTS) removeEventListener(type, look, { capture: true })
  }
  return !missed
}

const EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const

/** Types over the text of a field. */
async function overwrite(element: Element, text: string): Promise<Outcome> {
  if (!isTextField(element)) return 'never'
  if (element.readOnly || !element.checkVisibility({ visibilityProperty: true })) return 'again'
  element.focus()
  element.select()
  if (document.activeElement !== element) return 'again'
  await commands.insertText(text)
  return 'done'
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && TEXT_TYPES.test(element.type))

const TEXT_TYPES = /^(text|search|email|url|tel|password|number)$/

const locators = prototypeWith('click', page.elementLocator(document.body))
const { click, fill } = locators
// A page that files share runs this for each of them.
if (click.name !== 'pressOrClick') {
  locators.click = async function pressOrClick(this: Locator, options) {
    if (options || !(await isDone(this, press))) await click.call(this, options)
  }
  locators.fill = async function overwriteOrFill(this: Locator, text, options) {
    const isPlain = !options && text !== ''
    if (!isPlain || !(await isDone(this, (element) => overwrite(element, text)))) await fill.call(this, text, options)
  }
}

function prototypeWith(method: keyof Locator, locator: Locator): Locator {
  let found = Object.getPrototypeOf(locator)
  while (!Object.hasOwn(found, method)) found = Object.getPrototypeOf(found)
  return found
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    press: (x: number, y: number) => Promise<void>
    insertText: (text: string) => Promise<void>
  }
}
