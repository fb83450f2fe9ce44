/** Of questions that are asked while one works, only the last is sent, and only its answer counts. */

export interface Latest<Asked> {
  ask: (asked: Asked) => void;
  end: () => void;
}

export function latest<Asked, Answer>(
  send: (asked: Asked) => Promise<Answer>,
  {
    wait = 200,
    told,
    failed,
  }: { wait?: number; told: (answer: Answer, asked: Asked) => void; failed: (error: unknown) => void },
): Latest<Asked> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  async function answered(asked: Asked): Promise<void> {
    const mine = ++last;
    try {
      const answer = await send(asked);
      if (mine === last) told(answer, asked);
    } catch (error) {
      if (mine === last) failed(error);
    }
  }
  return {
    ask(asked) {
      clearTimeout(timer);
      timer = setTimeout(() => void answered(asked), wait);
    },
    end() {
      clearTimeout(timer);
      last++;
    },
  };
}
