// A value that views watch.

export class Store<T> {
  private current: T;
  private readonly watchers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.current = value;
  }

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const watcher of [...this.watchers]) watcher(value);
  }

  /** Calls `watcher` now and at each change; what is returned ends that. */
  watch(watcher: (value: T) => void): () => void {
    watcher(this.current);
    return this.changes(watcher);
  }

  /** Calls `watcher` at each change. */
  changes(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}
