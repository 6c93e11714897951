import type { Group } from './command-line.ts'

/** All commands of `flagyard`. Each is loaded when it runs, because the server and the clouds take a second to load. */
export const commands: Group = {
  about:
    'The server of Flagyard, and the commands that operate it. Environment variables configure both (docs/configuration.md).',
  commands: {
    start: { about: 'runs the server', load: async () => (await import('./start.ts')).start },
    migrate: {
      about: 'applies pending migrations, or shows them',
      load: async () => (await import('./migrate.ts')).migrate,
    },
    backup: {
      about: 'writes the database and all files into one file',
      load: async () => (await import('./backup.ts')).backup,
    },
    restore: {
      about: 'restores a backup into an empty database and file store',
      load: async () => (await import('./backup.ts')).restore,
    },
    restored: {
      about: 'notes that another program restored the database',
      load: async () => (await import('./backup.ts')).restored,
    },
    'take-over': {
      about: 'confirms that a restored database replaces the original',
      load: async () => (await import('./backup.ts')).takeOver,
    },
    doctor: {
      about: 'checks the installation, and says what to do',
      load: async () => (await import('./doctor.ts')).doctor,
    },
    version: { about: 'shows release, commit and schema', load: async () => (await import('./version.ts')).version },
    admin: {
      about: 'helps administrators who cannot sign in',
      load: async () => (await import('./administrator.ts')).admin,
    },
    content: {
      about: 'reads and writes the catalogue as files',
      load: async () => (await import('./content.ts')).content,
    },
    modules: { about: 'checks and pins Terraform modules', load: async () => (await import('./modules.ts')).modules },
    'cloud-proof': {
      about: 'proves with one lab that a cloud works',
      load: async () => (await import('./cloud-proof.ts')).cloudProof,
    },
  },
}
