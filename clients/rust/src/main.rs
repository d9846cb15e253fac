//! reqwest, as its documentation shows it: one client with a timeout, tasks of tokio, the body in chunks. A cancel aborts the tasks.
//! What to do comes in variables, how it went is the exit status (docs/scenarios.md).

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde::Deserialize;
use tokio::io::AsyncBufReadExt;
use tokio::task::JoinHandle;

const FAMILIES: &str = "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy cookies cache h2";

#[derive(Clone, Deserialize)]
struct Asked {
    method: String,
    url: String,
    body: Option<String>,
    output: String,
    accept: Option<String>,
    after: f64,
    together: bool,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let scenario = std::env::var("HEADWIND_SCENARIO").unwrap_or_default();
    let family = scenario.split('.').next().unwrap_or_default();
    if !FAMILIES.split(' ').any(|known| known == family) {
        std::process::exit(127);
    }
    let deadline = Duration::from_secs(std::env::var("HEADWIND_DEADLINE")?.parse()?);
    // "The timeout is applied from when the request starts connecting until the response body has finished."
    let client = reqwest::Client::builder().timeout(deadline).cookie_store(family == "cookies").build()?;
    let requests: Vec<Asked> = serde_json::from_str(&std::env::var("HEADWIND_REQUESTS")?)?;
    println!("cancel: stdin");
    let mut lines = tokio::io::BufReader::new(tokio::io::stdin()).lines();
    let mut work = tokio::spawn(perform_all(client, requests));
    loop {
        tokio::select! {
            whole = &mut work => std::process::exit(if matches!(whole, Ok(true)) { 0 } else { 1 }),
            line = lines.next_line() => match line? {
                Some(line) if line == "cancel" => break,
                Some(_) => {}
                // Whoever started it reads on until it ends.
                None => std::process::exit(if matches!(work.await, Ok(true)) { 0 } else { 1 }),
            },
        }
    }
    work.abort();
    let _ = work.await;
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
    println!("cancelled");
    while lines.next_line().await?.is_some() {}
    std::process::exit(1)
}

/// A task that ends with what waits for it, as a future in `join_all` would.
struct Running(JoinHandle<bool>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Makes the requests in their order, or at once where they are asked for together.
async fn perform_all(client: reqwest::Client, requests: Vec<Asked>) -> bool {
    let mut is_whole = true;
    let mut running: Vec<Running> = Vec::new();
    for asked in requests {
        if !asked.together {
            is_whole &= join(&mut running).await;
            tokio::time::sleep(Duration::from_secs_f64(asked.after)).await;
        }
        running.push(Running(tokio::spawn(tell(client.clone(), asked))));
    }
    is_whole & join(&mut running).await
}

async fn join(running: &mut Vec<Running>) -> bool {
    let mut is_whole = true;
    for task in running.iter_mut() {
        is_whole &= matches!((&mut task.0).await, Ok(true));
    }
    running.clear();
    is_whole
}

async fn tell(client: reqwest::Client, asked: Asked) -> bool {
    let partial = format!("{}.partial", asked.output);
    let result = perform(&client, &asked, &partial).await;
    if let Err(error) = &result {
        let mut words = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            words += &format!(": {}", inner);
            cause = inner.source();
        }
        eprintln!("{} {}: {}", asked.method, asked.url, words);
        let _ = std::fs::remove_file(&partial);
    }
    result.is_ok()
}

async fn perform(client: &reqwest::Client, asked: &Asked, partial: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut request = client.request(asked.method.parse()?, &asked.url);
    if let Some(body) = &asked.body {
        request = request.body(std::fs::read(body)?);
    }
    if let Some(accept) = &asked.accept {
        request = request.header(ACCEPT, accept);
    }
    let mut response = request.send().await?.error_for_status()?;
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|value| value.split(';').next()).map(|value| value.trim().to_lowercase());
    if let (Some(wanted), Some(kind)) = (&asked.accept, kind) {
        if *wanted != kind {
            return Err(format!("the response is {}, not {}", kind, wanted).into());
        }
    }
    let mut file = std::fs::File::create(partial)?;
    let (mut count, mut told) = (0, Instant::now());
    while let Some(chunk) = response.chunk().await? {
        file.write_all(&chunk)?;
        count += chunk.len();
        if told.elapsed() >= Duration::from_secs(1) {
            told = Instant::now();
            eprintln!("{} bytes", count);
        }
    }
    std::fs::rename(partial, &asked.output)?;
    Ok(())
}
