import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

const button = page.getByRole('button', { name: 'Save' })
const clicked = vi.fn<(event: Event) => void>()

function show(html: string) {
  document.body.innerHTML = html
  const [element] = document.body.children
  if (!element) throw new Error('Nothing is shown')
  return element
}

/** Long enough for what must not happen: an action looks at its element again within a few of these. */
async function frames(count = 20) {
  for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame)
}

beforeEach(() => {
  clicked.mockReset()
  return () => document.body.replaceChildren()
})

test('a click and a fill are what a person’s are', async () => {
  show('<button>Save</button><input aria-label="Name" value="before">').addEventListener('click', clicked)
  await button.click()
  expect(clicked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isTrusted: true }))
  const input = vi.fn()
  document.addEventListener('input', input)
  await page.getByLabelText('Name').fill('after')
  document.removeEventListener('input', input)
  await expect.element(page.getByLabelText('Name')).toHaveValue('after')
  expect(input).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isTrusted: true, inputType: 'insertText' }))
})

test.for([
  ['disabled', '<button disabled>Save</button>', () => document.querySelector('button')?.removeAttribute('disabled')],
  [
    'invisible',
    '<button style="visibility: hidden">Save</button>',
    () => document.querySelector('button')?.removeAttribute('style'),
  ],
  [
    'covered',
    '<button>Save</button><div style="position: fixed; inset: 0"></div>',
    () => document.querySelector('div')?.remove(),
  ],
] as const)('a button that is %s is clicked once it is not', async ([, html, free]) => {
  show(html)
  document.addEventListener('click', clicked)
  const click = page.getByText('Save').click()
  await frames()
  expect(clicked).not.toHaveBeenCalled()
  free()
  await click
  document.removeEventListener('click', clicked)
  expect(clicked).toHaveBeenCalledOnce()
})

test('what comes under the mouse at the last moment is not pressed', async () => {
  const save = show('<button>Save</button>')
  const cover = document.createElement('div')
  cover.style.cssText = 'position: fixed; inset: 0'
  cover.addEventListener('mousedown', clicked)
  cover.addEventListener('click', clicked)
  save.addEventListener('pointermove', () => document.body.append(cover), { once: true })
  save.addEventListener('click', () => clicked.mock.calls.length || clicked(new Event('of the button')))
  const click = button.click()
  await vi.waitFor(() => expect(cover.isConnected).toBe(true))
  await frames()
  expect(clicked).not.toHaveBeenCalled()
  cover.remove()
  await click
  expect(clicked).toHaveBeenCalledOnce()
})

test('a button out of sight is scrolled to', async () => {
  show('<div style="height: 3000px"></div>').insertAdjacentHTML('afterend', '<button>Save</button>')
  document.querySelector('button')?.addEventListener('click', clicked)
  await button.click()
  expect(clicked).toHaveBeenCalledOnce()
})
