/** The whole server as it is, but for the two web apps. */
process.argv.push('--without-site')
await import('../../src/main.ts')
