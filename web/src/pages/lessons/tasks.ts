/** The tasks of the lessons by name. */
import type { Task } from "$teach/tasks";
import TASKS from "./tasks.json";

export type TaskName = keyof typeof TASKS;

export function taskNamed(name: string): Task {
  return TASKS[name as TaskName] as Task;
}
