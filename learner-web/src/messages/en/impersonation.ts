import { message, rich } from '@flagyard/messages'

export const stillOpen = 'We could not reach the server: the session is still open. Try again.'
export const barLabel = 'Viewing as a learner'
export const viewingAs = rich('You are viewing this as <b>{username}</b>, read-only, until {until}')
export const end = 'End'
export const endedAs = message('You are no longer viewing as {username}')
export const ended = 'You are no longer viewing as a learner'
export const backToUser = message('Back to {username} in the console')
export const backToConsole = 'Back to the console'
export const continueAsYourself = 'Continue as yourself'
export const whyEnded =
  'You ended the view, its hour was over, or this tab was reloaded. You can start another view from the console.'
