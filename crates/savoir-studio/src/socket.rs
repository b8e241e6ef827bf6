//! The WebSocket of a page: each text is a message from or to its language server.

use crate::failure::Failure;
use crate::routes::Shared;
use crate::session::Session;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Makes a connection a WebSocket with a language server behind it.
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(wrong) => return Failure::of_request(wrong.status(), wrong.body_text()).into_response(),
    };
    let Some(permit) = shared.sessions.permit() else {
        return Failure::too_many("too many pages are open: close one of them").into_response();
    };
    let session = match shared.sessions.start(permit) {
        Ok(session) => session,
        Err(cause) => return Failure::broken(format!("the language server does not start: {cause}")).into_response(),
    };
    let limits = &shared.limits;
    let upgrade = upgrade.max_message_size(limits.message).max_frame_size(limits.message);
    upgrade.on_upgrade(move |socket| async move { talk(socket, session, &shared).await })
}

/// Why a WebSocket ends.
enum End {
    /// The page has gone, or shows no sign of life.
    Gone,
    /// The page says what makes no sense here.
    Refused,
    /// The language server has ended.
    Over,
    /// The studio ends.
    Closing,
}

async fn talk(socket: WebSocket, session: Session, shared: &Shared) {
    let (mut to_page, from_page) = socket.split();
    let Session { to_server, from_server } = session;
    // Each direction waits for the other end without holding up the other direction.
    let end = tokio::select! {
        end = listen(from_page, to_server, shared.limits.heartbeat) => end,
        end = tell(&mut to_page, from_server, shared.limits.heartbeat) => end,
        () = shared.closing.wait() => End::Closing,
    };
    let (code, reason) = match end {
        End::Gone => return,
        End::Refused => (close_code::UNSUPPORTED, "only texts are understood"),
        End::Over => (close_code::NORMAL, "the language server has ended"),
        End::Closing => (close_code::AWAY, "the studio has ended"),
    };
    let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = timeout(shared.limits.farewell, to_page.send(frame)).await;
}

/// From the page to its server.
async fn listen(mut page: SplitStream<WebSocket>, server: mpsc::Sender<String>, heartbeat: Duration) -> End {
    loop {
        // A page answers a sign of life even when nobody looks at it.
        match timeout(2 * heartbeat, page.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                if server.send(text.as_str().to_owned()).await.is_err() {
                    return End::Over;
                }
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Binary(_)))) => return End::Refused,
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return End::Gone,
        }
    }
}

/// From the server to its page.
async fn tell(
    page: &mut SplitSink<WebSocket, Message>,
    mut server: mpsc::Receiver<String>,
    heartbeat: Duration,
) -> End {
    let mut beats = interval(heartbeat);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            text = server.recv() => match text {
                Some(text) => Message::Text(text.into()),
                None => return End::Over,
            },
            _ = beats.tick() => Message::Ping(Vec::new().into()),
        };
        if page.send(message).await.is_err() {
            return End::Gone;
        }
    }
}
