import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/api-types',
      'packages/auth',
      'packages/cloud-simulator',
      'packages/messages',
      'packages/ui',
      'api-server',
      'learner-web',
      'admin-console',
    ],
  },
})
