/** When a run of the push queue is killed: at which of its calls, and before or after the call takes effect. */
export interface Kill {
  call: number
  when: 'before' | 'after'
}
