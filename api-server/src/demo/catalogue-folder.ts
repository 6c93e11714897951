import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'

/** The demo's catalogue is a folder of content like any other. */
export const catalogueFolder = join(serverFolder, '../content/demo')
