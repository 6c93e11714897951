import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/api-types', 'packages/auth', 'packages/ui', 'api-server', 'learner-web', 'admin-console'],
  },
})
