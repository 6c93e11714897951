import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import type { ViteUserConfig } from 'vitest/config'

const isRoot = process.getuid?.() === 0
const setup = (name: string) => fileURLToPath(new URL(`./packages/ui/test/${name}.ts`, import.meta.url))

interface Pages {
  /** Files that get a page of their own, because they replace or load modules. All others share one. */
  isolated?: string[]
}

/** The tests of a package that run in Chromium. */
export const inChromium = (name: string, { isolated = [] }: Pages = {}): ViteUserConfig => ({
  resolve: { dedupe: ['react', 'react-dom'] },
  test: {
    name,
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    isolate: false,
    setupFiles: [...['wait-for', 'act', 'actions', 'unseen', 'unmount'].map(setup), './test/setup.ts'],
    // On a machine with other work a page takes its time to show.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    env: { LONG: process.env.LONG ?? '' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          // Room for what a render leaves behind, which is then collected less often. Chromium's sandbox refuses to run as root.
          args: ['--js-flags=--min-semi-space-size=64', ...(isRoot ? ['--no-sandbox'] : [])],
        },
        // Animations would cost a sixth of the CPU time: each of their frames is drawn in software.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [
        { browser: 'chromium', exclude: isolated },
        ...(isolated.length > 0
          ? [{ browser: 'chromium' as const, name: `${name} (isolated)`, include: isolated, isolate: true }]
          : []),
      ],
      commands: {
        /** Clicks at a point of the page. */
        press: ({ page }, x: number, y: number) => page.mouse.click(x, y),
        /** Types text as one input. */
        insertText: ({ page }, text: string) => page.keyboard.insertText(text),
        /** Sets the colour scheme that the system prefers. */
        preferScheme: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
        /** Sets the motion that the system prefers. */
        preferMotion: ({ page }, reducedMotion: 'reduce' | 'no-preference') => page.emulateMedia({ reducedMotion }),
      },
    },
  },
})
