// Numbers that have places of their own among the settings.

/** The number of tokens that a model reads at once. */
export const CONTEXT = 'chat.contextTokens'
