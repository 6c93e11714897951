/** The whole server without the two web apps. */
process.argv.push('--without-site')
await import('../../src/main.ts')
