import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'

/** The demo's catalogue is an ordinary content folder. */
export const catalogueFolder = join(serverFolder, '../content/demo')
