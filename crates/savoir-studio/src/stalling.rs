//! A stream whose reader must read: what was written and is not taken for some time ends it.

use std::io::{ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream with a limit on how long it may be full.
pub(crate) struct Stalling<S> {
    stream: S,
    patience: Duration,
    /// Runs while the stream is full.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Stalling<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Stalling<S> {
        Stalling { stream, patience, waiting: None }
    }

    /// Lets an attempt to write wait, but not for ever.
    fn judge<T>(&mut self, attempt: Poll<Result<T>>, context: &mut Context<'_>) -> Poll<Result<T>> {
        if attempt.is_ready() {
            self.waiting = None;
            return attempt;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => {
                self.waiting = None;
                Poll::Ready(Err(ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stalling<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalling<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(attempt, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let attempt = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(attempt, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let attempt = Pin::new(&mut self.stream).poll_shutdown(context);
        self.judge(attempt, context)
    }
}
