import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { captions, draw, FPS, HEIGHT, seconds, WIDTH } from './draw.ts'
import { awsFilms } from './films-aws.ts'
import { azureFilms } from './films-azure.ts'
import { gcpFilms } from './films-gcp.ts'
import type { Film } from './scenes.ts'

/**
 * Creates the demo's videos: draws each video's scenes as SVG, takes a screenshot of every distinct frame with headless Chromium, encodes VP9 with
 * ffmpeg and writes the captions into the files of the demo's catalogue. Update a changed length in the lesson's front matter manually; a test
 * compares them. The first seconds of each video are saved in `e2e/videos` for the browser tests.
 *
 * Requires `ffmpeg` with libvpx-vp9 on the PATH and a Chromium (CHROMIUM, else /usr/bin/chromium).
 * Run as `node assets/videos/make.ts` for all videos, or with names for some.
 */

interface Page {
  setViewportSize(size: { width: number; height: number }): Promise<void>
  setContent(html: string): Promise<void>
  evaluate(run: string): Promise<unknown>
  screenshot(options: { type: 'png' }): Promise<Buffer>
}

const root = join(import.meta.dirname, '../..')
const out = join(root, 'content/demo/files')
const shortened = join(root, 'e2e/videos')
const SHORT_SECONDS = 6

export async function makeVideos(names: string[]): Promise<void> {
  mkdirSync(out, { recursive: true })
  mkdirSync(shortened, { recursive: true })
  const wanted = films.filter((film) => names.length === 0 || names.includes(film.name))
  const { page, close } = await openPage()
  try {
    for (const film of wanted) {
      await encode(page, film)
      await cutShort(film)
      for (const folder of [out, shortened]) writeFileSync(join(folder, `${film.name}.vtt`), captions(film))
      const kilobytes = Math.round(statSync(join(out, `${film.name}.webm`)).size / 1000)
      console.log(`${film.name}: ${seconds(film)} s, ${kilobytes} kB`)
    }
  } finally {
    await close()
  }
  const list = films.map(({ name, title }) => ({ name, title, duration_seconds: SHORT_SECONDS }))
  writeFileSync(join(shortened, 'films.json'), `${JSON.stringify(list, null, 2)}\n`)
}

/** Copies the first seconds without re-encoding. */
async function cutShort({ name }: Film): Promise<void> {
  const file = `${name}.webm`
  const cut = ['-t', String(SHORT_SECONDS), '-c', 'copy', '-cues_to_front', '1', '-fflags', '+bitexact']
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', '-i', join(out, file), ...cut, join(shortened, file)])
  const [code] = await once(ffmpeg, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`)
}

async function encode(page: Page, film: Film): Promise<void> {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(FPS), '-c:v', 'png', '-i', '-'],
      ...[
        '-vf',
        'scale=out_color_matrix=bt709:out_range=tv',
        '-c:v',
        'libvpx-vp9',
        '-pix_fmt',
        'yuv420p',
        '-b:v',
        '0',
        '-crf',
        '36',
        '-g',
        String(FPS * 4),
      ],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      // Cues at the front allow seeking before the whole file is loaded; bitexact output contains no dates.
      ...['-row-mt', '1', '-cpu-used', '3', '-cues_to_front', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact'],
      join(out, `${film.name}.webm`),
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(ffmpeg, 'close')
  let last = ''
  let picture: Buffer = Buffer.alloc(0)
  for (let frame = 0; frame < seconds(film) * FPS; frame++) {
    const svg = draw(film, frame / FPS)
    if (svg !== last) {
      await page.evaluate(`document.body.innerHTML = ${JSON.stringify(svg)}`)
      picture = await page.screenshot({ type: 'png' })
      last = svg
    }
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${film.name}`)
}

async function openPage(): Promise<{ page: Page; close(): Promise<void> }> {
  // Uses Playwright from e2e, to avoid a second dependency for a script that is rarely run.
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page: Page = await browser.newPage()
  await page.setViewportSize({ width: WIDTH, height: HEIGHT })
  await page.setContent(`<style>${face('Inter', 'inter')}${face('JetBrains Mono', 'jetbrains-mono')}
    body { margin: 0; overflow: hidden } svg { display: block }</style><body></body>`)
  await page.evaluate(
    `Promise.all([document.fonts.load('16px "Inter"'), document.fonts.load('16px "JetBrains Mono"')])`,
  )
  return { page, close: () => browser.close() }
}

function face(family: string, folder: string): string {
  const path = `packages/ui/node_modules/@fontsource-variable/${folder}/files/${folder}-latin-wght-normal.woff2`
  const bytes = readFileSync(join(root, path)).toString('base64')
  return `@font-face { font-family: "${family}"; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes}) }`
}

await makeVideos(process.argv.slice(2))

/** All videos. Lessons refer to a video by `name`; its length is computed from the captions. */
const films: Film[] = [...awsFilms, ...azureFilms, ...gcpFilms]
