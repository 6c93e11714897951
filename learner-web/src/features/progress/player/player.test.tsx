import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../../test/app.tsx'
import { course, lessonRow, myLab, progress, silence, time } from '../../../../test/classroom.ts'
import { changePlayerSettings, playerSettingsAtom } from './settings.ts'

const VTT = `WEBVTT

00:00.000 --> 00:05.000
A role trusts <i>a principal</i>.

00:05.000 --> 00:10.000
Not a person.

00:10.000 --> 00:20.000
So name the principal.`

const source = () => ({
  url: silence(20),
  captions: [
    { lang: 'en', label: 'English', url: URL.createObjectURL(new Blob([VTT], { type: 'text/vtt' })) },
    { lang: 'de', label: 'Deutsch', url: URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' })) },
  ],
  chapters: [
    { second: 0, title: 'The trust' },
    { second: 10, title: 'The name' },
    { second: 90, title: 'Of a longer film' },
  ],
  duration_seconds: 20,
  expires_at: time(900),
})
const done = { completed_at: time(0), watched: 1, position_seconds: 12, intervals: [[0, 10]] as [number, number][] }
const answers = (row = {}): Answers => ({
  getCourseProgress: progress({ lessons: [lessonRow(row)] }),
  getCourseDetails: course,
  getVideoUrl: source(),
  updateLastSeen: lessonRow(row),
  listMyLabs: [],
  streamVideo: new Response(VTT),
})
const initial = getDefaultStore().get(playerSettingsAtom)
afterEach(() => {
  vi.useRealTimers()
  changePlayerSettings(initial)
})

const video = () => document.querySelector('video') as HTMLVideoElement
const stage = page.getByRole('region', { name: 'Video: Assume the wrong role' })
const play = stage.getByRole('button', { name: 'Play', exact: true })

async function openVideo(row = {}, more: Answers = {}) {
  changePlayerSettings({ muted: true })
  await page.viewport(1280, 800)
  const opened = await open('/classroom/aws?section=identity&lesson=role', {
    as: sessionOf(),
    answers: { ...answers(row), ...more },
  })
  await expect.element(play).toBeVisible()
  await expect.poll(() => video().readyState).toBeGreaterThan(0)
  return opened
}
const seekTo = async (second: number) => {
  video().currentTime = second
  await expect.poll(() => video().seeking).toBe(false)
}

test('our controls replace the browser’s: they play, pause and show the position of the video', async () => {
  await openVideo()
  expect(video().controls).toBe(false)
  await play.click()
  await expect.poll(() => video().paused).toBe(false)
  await stage.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => video().paused).toBe(true)
  await stage.getByRole('button', { name: '10 seconds forward' }).click()
  await expect.poll(() => video().currentTime).toBeGreaterThanOrEqual(10)
  await expect.element(stage.getByText('The name')).toBeVisible()
})

test('one line tells position, chapter and what was watched, and moves by keys', async () => {
  await openVideo(done)
  const line = stage.getByRole('slider', { name: 'Position' })
  await expect.element(line).toHaveAttribute('aria-valuetext', '0:12 of 0:20, The name')
  await expect.element(line).toHaveAccessibleDescription('Watched parts: 0:00 to 0:10')
  await line.click({ position: { x: 1, y: 10 } })
  await expect.poll(() => video().currentTime).toBeLessThan(1)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(line).toHaveAttribute('aria-valuetext', '0:05 of 0:20, The trust')
  await userEvent.keyboard('{PageUp}')
  await expect.element(line).toHaveAttribute('aria-valuetext', '0:10 of 0:20, The name')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect.poll(() => video().currentTime).toBe(0)
})

test('chapters lead to their seconds; those behind the end of the video are left out', async () => {
  await openVideo()
  const chapters = page.getByRole('navigation', { name: 'Chapters' })
  await chapters.getByRole('button', { name: '0:10 The name' }).click()
  await expect.poll(() => video().currentTime).toBe(10)
  await expect.element(chapters.getByRole('button', { name: '0:10 The name' })).toHaveAttribute('aria-current', 'true')
  expect(chapters.getByRole('button').elements()).toHaveLength(2)
})

test('keys play, move, mute and change the speed, and are listed under ?', async () => {
  await openVideo()
  await userEvent.keyboard('k')
  await expect.poll(() => video().paused).toBe(false)
  await userEvent.keyboard(' ')
  await expect.poll(() => video().paused).toBe(true)
  await seekTo(2)
  await userEvent.keyboard('l')
  await expect.poll(() => video().currentTime).toBe(12)
  await userEvent.keyboard('j')
  await expect.poll(() => video().currentTime).toBe(2)
  await userEvent.keyboard('5')
  await expect.poll(() => video().currentTime).toBe(10)
  await userEvent.keyboard('m')
  await expect.poll(() => video().muted).toBe(false)
  await userEvent.keyboard('>')
  await expect.poll(() => video().playbackRate).toBe(1.25)
  await userEvent.keyboard('<')
  await expect.poll(() => video().playbackRate).toBe(1)
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(dialog.getByText('10 seconds back or forward')).toBeVisible()
  await userEvent.keyboard('5')
  expect(video().currentTime).toBe(10)
})

test('a key belongs to the field or button that has the focus, and to the page where the video is not in sight', async () => {
  await openVideo()
  await page.getByRole('button', { name: 'Transcript' }).click()
  await page.getByRole('searchbox', { name: 'Search in the transcript' }).fill('k l')
  await userEvent.keyboard('k5 ')
  expect([video().paused, video().currentTime]).toEqual([true, 0])
  // Space presses the button, and does not also play.
  ;(page.getByRole('button', { name: 'Transcript' }).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('heading', { name: 'Transcript' })).not.toBeInTheDocument()
  expect(video().paused).toBe(true)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(video().paused).toBe(true)
  await userEvent.keyboard('{Escape}')
  document.body.style.paddingTop = '3000px'
  const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })
  document.body.dispatchEvent(space)
  document.body.style.paddingTop = ''
  expect([space.defaultPrevented, video().paused]).toEqual([false, true])
})

test('the shortcuts can be limited to the focused player', async () => {
  await openVideo()
  await userEvent.keyboard('?')
  await page.getByRole('checkbox', { name: /Shortcuts work anywhere/ }).click()
  await userEvent.keyboard('{Escape}')
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('5')
  expect(video().currentTime).toBe(0)
  ;(stage.getByRole('slider', { name: 'Position' }).element() as HTMLElement).focus()
  await userEvent.keyboard('5')
  await expect.poll(() => video().currentTime).toBe(10)
})

test('captions are shown below the video or on it, in the language that was chosen, or nowhere', async () => {
  await openVideo()
  await seekTo(6)
  const caption = stage.getByText('Not a person.')
  const overPicture = () => caption.element().getBoundingClientRect().bottom < video().getBoundingClientRect().bottom
  await expect.element(caption).toBeVisible()
  expect(overPicture()).toBe(false)
  await stage.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabelText('Caption position').selectOptions('On the video')
  await expect.poll(overPicture).toBe(true)
  await page.getByRole('combobox', { name: 'Captions' }).selectOptions('Deutsch')
  await expect.element(caption).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Captions' }).selectOptions('English')
  await expect.element(caption).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await stage.getByRole('button', { name: 'Captions' }).click()
  await expect.element(caption).not.toBeInTheDocument()
  expect(JSON.parse(localStorage.getItem('player') ?? '{}')).toMatchObject({ captions: false, captionsInPicture: true })
})

test('speed, sound and captions hold for the next lesson and the next visit', async () => {
  const { reload } = await openVideo()
  await stage.getByLabelText('Speed').selectOptions('1.5×')
  video().volume = 0.4
  await expect.poll(() => getDefaultStore().get(playerSettingsAtom).volume).toBe(0.4)
  await reload()
  await expect.element(play).toBeVisible()
  await expect.poll(() => [video().playbackRate, video().volume]).toEqual([1.5, 0.4])
  expect(JSON.parse(localStorage.getItem('player') ?? '{}')).toMatchObject({ speed: 1.5, volume: 0.4, muted: true })
})

test('a transcript is searched line by line, leads to its seconds and is downloaded', async () => {
  await openVideo()
  await page.getByRole('button', { name: 'Transcript' }).click()
  await page.getByRole('searchbox', { name: 'Search in the transcript' }).fill('PRINCIPAL')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['principal', 'principal'])
  await page.getByRole('searchbox', { name: 'Search in the transcript' }).fill('not in the transcript')
  await expect.element(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: '0:10 So name the principal.' }).click()
  await expect.poll(() => video().currentTime).toBe(10)
  const link = page.getByRole('link', { name: 'Download as text' })
  await expect.element(link).toHaveAttribute('download', 'Assume the wrong role.txt')
  expect(decodeURIComponent(link.element().getAttribute('href') ?? '')).toContain('0:05  Not a person.')
})

test('the transcript follows the video until somebody scrolls it, and again when asked', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => {
    const stamp = (half: number) => `00:${String(Math.floor(half / 2)).padStart(2, '0')}.${half % 2 ? '500' : '000'}`
    return `${stamp(at)} --> ${stamp(at + 1)}\nLine ${at}`
  })
  await openVideo({}, { streamVideo: new Response(`WEBVTT\n\n${lines.join('\n\n')}`) })
  await page.getByRole('button', { name: 'Transcript' }).click()
  await expect.element(page.getByRole('button', { name: '0:19 Line 38' })).toBeInTheDocument()
  const box = document.querySelector('ol[class*=cues]') as HTMLElement
  const before = scrollY
  await seekTo(15)
  await expect.poll(() => box.scrollTop).toBeGreaterThan(300)
  expect(scrollY).toBe(before)
  box.scrollTop = 0
  const follow = page.getByRole('button', { name: 'Follow the video' })
  await expect.element(follow).toBeVisible()
  await seekTo(18)
  expect(box.scrollTop).toBe(0)
  await follow.click()
  await expect.poll(() => box.scrollTop).toBeGreaterThan(300)
  await expect.element(follow).not.toBeInTheDocument()
})

const atItsEnd = async () => {
  await seekTo(19.7)
  await video().play()
  await expect.poll(() => video().ended).toBe(true)
}

/** Page tests run with reduced motion, with which nothing counts down. */
const withMotion = async () => {
  await commands.preferMotion('no-preference')
  onTestFinished(() => commands.preferMotion('reduce'))
}

test('at the end of a lesson that is complete the next one opens by itself', async () => {
  await withMotion()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { path } = await openVideo(done, { getMyLab: myLab(null), listLabFlags: [] })
  await atItsEnd()
  await expect.element(stage.getByText('Up next in 8 s')).toBeVisible()
  await expect.element(stage.getByRole('status')).toHaveTextContent('Up next: Cross-account trust')
  vi.advanceTimersByTime(8000)
  await expect.poll(path).toBe('/classroom/aws?section=identity&lesson=trust')
})

test('it stays where it is when it is stopped, switched off, or something is left to do', async () => {
  await withMotion()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { path, unmount } = await openVideo(done)
  const here = path()
  await atItsEnd()
  await stage.getByRole('button', { name: 'Stay here' }).click()
  vi.advanceTimersByTime(20_000)
  await expect.element(stage.getByRole('link', { name: 'Open now' })).toBeVisible()
  await expect.element(stage.getByText('Up next', { exact: true })).toBeVisible()
  changePlayerSettings({ upNext: false })
  await seekTo(5)
  await atItsEnd()
  await expect.element(stage.getByRole('link', { name: 'Open now' })).toBeVisible()
  vi.advanceTimersByTime(20_000)
  expect(path()).toBe(here)
  await unmount()
  changePlayerSettings({ upNext: true })
  await openVideo({ watched: 0.4 })
  await atItsEnd()
  await expect.element(stage.getByRole('link', { name: 'Open now' })).toBeVisible()
  vi.advanceTimersByTime(20_000)
  expect(path()).toBe(here)
})

test('with reduced motion the next lesson is offered without a countdown', async () => {
  await openVideo(done)
  await atItsEnd()
  await expect.element(stage.getByRole('link', { name: 'Open now' })).toBeVisible()
  await expect.element(stage.getByText('Up next', { exact: true })).toBeVisible()
})

test('the stage is as large without our controls as with them, so that nothing moves when they come', async () => {
  await openVideo()
  const height = () => stage.element().getBoundingClientRect().height
  const withOurs = height()
  for (const child of [...stage.element().children].slice(1)) (child as HTMLElement).style.display = 'none'
  expect(height()).toBe(withOurs)
})
