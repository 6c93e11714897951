import { rich } from '@flagyard/messages'

export const preview = 'Preview'
export const nothingIsSaved = rich('<b>Preview</b>: nothing you do here is saved.')
export const backToConsole = 'Back to the console'
