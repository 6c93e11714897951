import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inChromium } from '../vitest.browser.ts'

export default defineConfig({ ...inChromium('learner-web'), plugins: [react()] })
