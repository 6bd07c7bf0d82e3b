// The workflows as a person chooses among them. Which there are, and what they are called, the program tells.
import type { Workflow, WorkflowInfo } from './types'

/** How a workflow is called; by its name as long as nothing was told of it. */
export function about(name: Workflow, all: WorkflowInfo[] = []): WorkflowInfo {
  return all.find((one) => one.name === name) ?? { name, label: name.charAt(0).toUpperCase() + name.slice(1), hint: '' }
}
