import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Form } from '../forms/Form.tsx'
import { TextField } from '../forms/fields.tsx'
import { Spinner } from '../Spinner.tsx'
import { CHUNK_TIMEOUT_MS, ChunkLoadError, lazyScreen, loadChunk } from './lazyScreen.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const missing = (file = 'a.js') => new TypeError(`Failed to fetch dynamically imported module: /assets/${file}`)

test('a chunk that takes longer than 120 seconds fails as a ChunkLoadError with reason timeout', async () => {
  vi.useFakeTimers()
  let failure: unknown
  loadChunk(() => new Promise(() => {})).catch((error: unknown) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure).toBeInstanceOf(ChunkLoadError)
  expect(failure).toMatchObject({ name: 'ChunkLoadError', reason: 'timeout' })
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
})

test('a chunk that is not there fails as a ChunkLoadError with reason missing', async () => {
  await expect(loadChunk(() => Promise.reject(missing()))).rejects.toMatchObject({
    name: 'ChunkLoadError',
    reason: 'missing',
  })
})

test('an error inside a screen is no ChunkLoadError', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('x is undefined')))).rejects.not.toBeInstanceOf(
    ChunkLoadError,
  )
})

test('the spinner shows until the screen is there', async () => {
  let arrive: (module: { default: () => string }) => void = () => {}
  const Screen = lazyScreen(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)))
  await render(
    <Suspense fallback={<Spinner />}>
      <Screen />
    </Suspense>,
  )
  await expect.element(page.getByTestId('spinner')).toBeInTheDocument()
  arrive({ default: () => 'The screen' })
  await expect.element(page.getByText('The screen')).toBeVisible()
})

test('code that is there already is shown without a spinner, and keeps its state when it is drawn again', async () => {
  const Screen = lazyScreen(async () => ({ default: () => <input aria-label="Note" /> }))
  await Screen.preload()
  const spun = vi.fn(() => <Spinner />)
  const Fallback = () => spun()
  const all = () => (
    <Suspense fallback={<Fallback />}>
      <Screen />
    </Suspense>
  )
  const { rerender } = await render(all())
  await page.getByLabelText('Note').fill('typed')
  await rerender(all())
  await expect.element(page.getByLabelText('Note')).toHaveValue('typed')
  expect(spun).not.toHaveBeenCalled()
})

test('a missing chunk reloads the page by itself once, never in a loop', async () => {
  const reload = vi.fn()
  await show({ reload })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // After the reload the same chunk is still missing.
  await show({ reload })
  await expect.element(page.getByRole('button', { name: 'Reload' }).last()).toBeVisible()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('with something typed nothing reloads by itself; Reload keeps the text, and the form gets it back', async () => {
  const reload = vi.fn()
  const form = await render(<Note />)
  await page.getByLabelText('Note').fill('forty minutes of work')
  await page.getByLabelText('Secret').fill('hunter2')
  const screen = await show({ reload })
  const button = page.getByRole('button', { name: 'Reload' })
  await expect.element(button).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  await button.click()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(JSON.stringify(sessionStorage)).not.toContain('hunter2')
  await form.unmount()
  await screen.unmount()
  await render(<Note />)
  await expect.element(page.getByLabelText('Note')).toHaveValue('forty minutes of work')
  await expect.element(page.getByLabelText('Secret')).toHaveValue('')
})

test('the error promises to keep input only where there is some, and reloads when the connection is back', async () => {
  let reloads = 0
  const Missing = () => {
    throw new ChunkLoadError('missing', `chunk ${crypto.randomUUID()}`)
  }
  sessionStorage.setItem('reloaded_for', 'not json')
  await render(
    <ScreenBoundary
      reload={() => {
        reloads += 1
      }}
    >
      <Missing />
    </ScreenBoundary>,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Reload to continue\.\s*Reload$/)
  expect(reloads).toBe(0)
  dispatchEvent(new Event('online'))
  expect(reloads).toBe(1)
  sessionStorage.removeItem('reloaded_for')
})

test('a timeout never reloads by itself: a slow line would only start again', async () => {
  const reload = vi.fn()
  await show({ reload, failure: new ChunkLoadError('timeout', 'late') })
  await expect.element(page.getByText('This page is taking too long to load')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

async function show({ reload, failure = missing() }: { reload: () => void; failure?: Error }) {
  const Screen = lazyScreen<object>(() => Promise.reject(failure))
  return render(
    <ScreenBoundary reload={reload}>
      <Suspense fallback={<Spinner />}>
        <Screen />
      </Suspense>
    </ScreenBoundary>,
  )
}

function Note() {
  return (
    <Form name="note" onSubmit={() => {}}>
      <TextField label="Note" name="note" required />
      <TextField label="Secret" name="secret" type="password" required />
    </Form>
  )
}
