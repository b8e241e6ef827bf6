//! Opening the browser of the user.

/// Why no browser was opened.
#[derive(Debug, thiserror::Error)]
pub enum NoBrowser {
    /// There is no screen to open one on.
    #[error("there is no screen")]
    Screen,
    /// The program that should have opened it did not start.
    #[error("{0}")]
    Start(String),
}

/// Shows an address in the browser that the user has chosen, by `$BROWSER` or in the settings of the system. It does not wait.
///
/// # Errors
/// If there is none, as far as that can be told.
pub fn show(address: &str) -> Result<(), NoBrowser> {
    // Without a screen, a browser for terminals would be started, and take the terminal.
    if !has_screen() {
        return Err(NoBrowser::Screen);
    }
    opener::open_browser(address).map_err(|cause| NoBrowser::Start(cause.to_string()))
}

#[cfg(all(unix, not(target_os = "macos")))]
fn has_screen() -> bool {
    // The last one is Windows with a Linux inside, where the browser is outside.
    let signs = ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];
    signs.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn has_screen() -> bool {
    true
}
