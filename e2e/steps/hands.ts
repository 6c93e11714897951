import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import type { WebDriver } from '../support/webdriver.ts'
import { focusByKeyboard } from './keyboard.ts'

export type Role = Parameters<Page['getByRole']>[0]
/** A text is the whole name. */
type Name = string | RegExp

/** Uses the product by roles and names only, so that a journey can run by the keyboard and in browsers that Playwright does not drive. */
export interface Hands {
  open(address: string): Promise<void>
  /** `key` moves the focus inside a grid, which has a single tab stop. */
  press(role: Role, name: Name, options?: { key?: string; timeout?: number }): Promise<void>
  tick(role: 'checkbox' | 'radio' | 'switch', name: Name): Promise<void>
  /** Replaces the text of a field. */
  type(name: Name, text: string, end?: 'Enter'): Promise<void>
  select(name: Name, option: string): Promise<void>
  /** Waits for it; returns its text. */
  read(role: Role, name: Name, timeout?: number): Promise<string>
  readPage(): Promise<string>
  isShown(role: Role, name: Name): Promise<boolean>
}

/** Waits until the page shows a text; returns the part that matches. */
export async function readText(hands: Hands, text: RegExp, timeout = 30_000): Promise<string> {
  let found = ''
  const look = async () => {
    found = text.exec(await hands.readPage())?.[0] ?? ''
    return found
  }
  await expect.poll(look, { message: `the page shows ${text}`, timeout }).not.toBe('')
  return found
}

/** The keyboard in Chromium. It fails where the focus cannot be moved or seen. */
export function keyboardOf(page: Page): Hands {
  const find = (role: Role, name: Name) => page.getByRole(role, { name, exact: true }).first()
  return {
    open: async (address) => void (await page.goto(address)),
    async press(role, name, { key, timeout = 30_000 } = {}) {
      const target = find(role, name)
      await expect(target).toBeVisible({ timeout })
      await expect(target).toBeEnabled({ timeout })
      if (key) await tabIntoGridOf(page, target)
      await focusByKeyboard(page, target, key)
      await page.keyboard.press('Enter')
    },
    async tick(role, name) {
      await focusByKeyboard(page, find(role, name))
      await page.keyboard.press('Space')
      await expect(find(role, name)).toBeChecked()
    },
    async type(name, text, end) {
      await focusByKeyboard(page, find('textbox', name))
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      if (end) await page.keyboard.press(end)
    },
    async select(name, option) {
      await focusByKeyboard(page, find('combobox', name))
      await page.keyboard.type(option)
    },
    async read(role, name, timeout = 30_000) {
      await expect(find(role, name)).toBeVisible({ timeout })
      return (await find(role, name).textContent()) ?? ''
    },
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count.
    readPage: () => page.locator('body').innerText(),
    isShown: (role, name) => find(role, name).isVisible(),
  }
}

async function tabIntoGridOf(page: Page, target: Locator) {
  const isInside = () =>
    target.evaluate((element) => element.closest('[role=grid]')?.contains(document.activeElement) === true)
  for (let press = 0; press < 60 && !(await isInside()); press++) await page.keyboard.press('Tab')
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ENTER = '\uE007'
/** References to elements have this key in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** A pointer and a keyboard in a browser that WebDriver drives. */
export function handsIn(driver: WebDriver, origin: string): Hands {
  const run = async <T>(script: (...given: never[]) => T, ...args: unknown[]) =>
    (await driver.send('run', { script: `return (${script})(...arguments)`, args })) as T
  const find = async (role: Role, name: Name): Promise<string | undefined> => {
    if (!(await run(() => 'axe' in window))) await driver.send('run', { script: axe, args: [] })
    const [source, flags] = typeof name === 'string' ? [name, null] : [name.source, name.flags]
    const found = (await run(findByRole, role, source, flags)) as Record<string, string> | null
    return found?.[ELEMENT]
  }
  /** Repeats an action until it works: a page may still move or replace what it shows. */
  const act = async (role: Role, name: Name, action: (id: string) => Promise<unknown>, timeout = 30_000) => {
    const end = Date.now() + timeout
    for (;;) {
      try {
        const id = await find(role, name)
        if (!id) throw new Error('It is not shown')
        return await action(id)
      } catch (cause) {
        if (Date.now() > end) throw new Error(`${role} ${name}: ${cause}\n${await readPage()}`)
        await pause(200)
      }
    }
  }
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count.
  const readPage = () => run(() => document.body.innerText)
  const click = async (id: string) => {
    // In the middle, where no strip at an edge covers it.
    await run((element: Element) => element.scrollIntoView({ block: 'center' }), { [ELEMENT]: id })
    await driver.send('click', { id })
  }
  return {
    open: async (address) => void (await driver.send('open', { url: new URL(address, origin).href })),
    press: async (role, name, { timeout } = {}) => void (await act(role, name, click, timeout)),
    tick: async (role, name) => void (await act(role, name, click)),
    async type(name, text, end) {
      const focus = (field: HTMLInputElement) => {
        field.scrollIntoView({ block: 'center' })
        field.focus()
        field.select()
      }
      await act('textbox', name, (id) => run(focus, { [ELEMENT]: id }))
      const keys = [...text, ...(end ? [ENTER] : [])]
      const strokes = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await driver.send('act', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] })
    },
    async select(name, option) {
      await act('combobox', name, async (id) => {
        const choice = (list: HTMLSelectElement, label: string) => [...list.options].find((one) => one.label === label)
        const found = (await run(choice, { [ELEMENT]: id }, option)) as unknown as Record<string, string>
        await click(found[ELEMENT] ?? '')
      })
    },
    async read(role, name, timeout) {
      const textOf = (element: HTMLElement) => element.textContent
      return String(await act(role, name, (id) => run(textOf, { [ELEMENT]: id }), timeout))
    },
    readPage,
    isShown: async (role, name) => (await find(role, name)) !== undefined,
  }
}

/** Runs in the page: the first visible element with a role and a name, as axe computes them; behind a modal dialog nothing is found. */
function findByRole(role: string, source: string, flags: string | null): Element | null {
  interface Node {
    actualNode: HTMLElement
    children: Node[]
    props: { nodeType: number; nodeName: string; type?: string }
  }
  const { axe } = window as unknown as {
    axe: {
      setup(root: Element): Node
      teardown(): void
      commons: {
        aria: { getRole(node: Node): string | null }
        text: { accessibleTextVirtual(node: Node): string }
        dom: { isVisibleToScreenReaders(node: Node): boolean }
      }
    }
  }
  const { aria, text, dom } = axe.commons
  const pattern = flags === null ? null : new RegExp(source, flags)
  const matches = (name: string) => (pattern ? pattern.test(name) : name === source)
  // A password field has no role, but is a field to type in.
  const roleOf = (node: Node) => (node.props.type === 'password' ? 'textbox' : aria.getRole(node))
  const search = (node: Node): HTMLElement | null => {
    if (
      node.props.nodeType === 1 &&
      roleOf(node) === role &&
      dom.isVisibleToScreenReaders(node) &&
      matches(text.accessibleTextVirtual(node).replaceAll(/\s+/g, ' ').trim())
    )
      return node.actualNode
    for (const child of node.children) {
      const found = search(child)
      if (found) return found
    }
    return null
  }
  const tree = axe.setup([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.documentElement)
  try {
    return search(tree)
  } finally {
    axe.teardown()
  }
}
