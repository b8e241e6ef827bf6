//! Accepting connections and answering what comes over them, until the studio ends.

use crate::answer::answer;
use crate::routes::{Routes, Shared, routes};
use crate::seats::{Seat, Seats};
use crate::stalling::Stalling;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// The largest head of a request, in bytes. Paths of files are the only long thing in ours.
const HEAD: usize = 32 << 10;
/// How often it is looked whether the studio is to end. A signal sets a flag; there is nothing to wait for.
const LOOK: Duration = Duration::from_millis(50);
/// What is waited for if the system has no room for another connection.
const REST: Duration = Duration::from_millis(10);

/// Answers until `stop` says so.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>, stop: &dyn Fn() -> bool) {
    let seats = Seats::new(shared.limits.connections);
    let routes = routes(shared.clone());
    loop {
        // A connection that is not accepted in time waits in the system, and is not lost.
        match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => {
                if let Some(seat) = seats.take() {
                    tokio::spawn(converse(stream, seat, shared.clone(), routes.clone()));
                }
                // Those who have to leave do so before the next one comes.
                tokio::task::yield_now().await;
            }
            // The system may grant fewer open files than there are seats.
            Ok(Err(_)) => {
                seats.make_room();
                sleep(REST).await;
            }
            Err(_) => {}
        }
        if stop() {
            break;
        }
    }
    drop(listener);
    shared.closing.close();
    shared.sessions.ended(shared.limits.farewell).await;
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, seat: Seat, shared: Arc<Shared>, routes: Routes) {
    // Small messages are not held back for larger ones.
    let _ = stream.set_nodelay(true);
    let limits = &shared.limits;
    let stream = TokioIo::new(Stalling::new(stream, limits.stall));
    let asked = service_fn(|request| async { Ok::<_, Infallible>(answer(&shared, &routes, &seat, request).await) });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD)
        .serve_connection(stream, asked)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // How it ended is of no interest: whoever is at the other end knows.
        _ = connection.as_mut() => {}
        () = seat.given_away() => {}
        () = shared.closing.wait() => {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(limits.farewell, connection).await;
        }
    }
}
