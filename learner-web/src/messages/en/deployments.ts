export const notStarted = 'Not started'
export const failed = 'Failed'
export const states = {
  queued: 'In the queue',
  held: 'Your turn',
  provisioning: 'Building',
  running: 'Running',
  ending: 'Ending',
  ended: 'Ended',
} as const
