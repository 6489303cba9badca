//! Calls of any method by its path, bytes in and bytes out: messages are encoded by whoever makes them.

use std::fmt::Write as _;
use std::str::FromStr;

use prost::bytes::{Buf, BufMut, Bytes};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status, Streaming};

use crate::Fault;

/// Messages of a stream that may wait to be sent.
const WAITING_MOST: usize = 4;

/// One connection, with a caller's token where it has one.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    grpc: Grpc<Channel>,
    token: Option<MetadataValue<tonic::metadata::Ascii>>,
}

/// A stream that is open both ways.
#[derive(Debug)]
pub(crate) struct Both {
    out: mpsc::Sender<Bytes>,
    back: Streaming<Bytes>,
}

impl Line {
    /// Connects to HOST:PORT.
    pub(crate) async fn connect(address: &str) -> Result<Self, Fault> {
        let channel = Endpoint::from_str(&format!("http://{address}"))?.connect().await?;
        Ok(Self { grpc: Grpc::new(channel), token: None })
    }

    /// The same connection for a caller.
    pub(crate) fn holding(&self, token: &[u8]) -> Result<Self, Fault> {
        let mut bearer = "Bearer ".to_owned();
        for byte in token {
            write!(bearer, "{byte:02x}").expect("a string takes all");
        }
        Ok(Self { grpc: self.grpc.clone(), token: Some(bearer.parse()?) })
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        if let Some(token) = &self.token {
            request.metadata_mut().insert("authorization", token.clone());
        }
        request
    }

    /// One answer to one request.
    pub(crate) async fn unary(&self, path: &'static str, message: Bytes) -> Result<Bytes, Fault> {
        let mut grpc = self.grpc.clone();
        grpc.ready().await?;
        let request = self.request(message);
        Ok(grpc.unary(request, PathAndQuery::from_static(path), Raw).await?.into_inner())
    }

    /// Many answers to one request.
    pub(crate) async fn stream(
        &self,
        path: &'static str,
        message: Bytes,
    ) -> Result<Streaming<Bytes>, Fault> {
        let mut grpc = self.grpc.clone();
        grpc.ready().await?;
        let request = self.request(message);
        Ok(grpc.server_streaming(request, PathAndQuery::from_static(path), Raw).await?.into_inner())
    }

    /// A stream both ways. Its first messages, `WAITING_MOST` at most, go at once: a server begins its answer with them.
    pub(crate) async fn both(
        &self,
        path: &'static str,
        first: impl IntoIterator<Item = Bytes>,
    ) -> Result<Both, Fault> {
        let mut grpc = self.grpc.clone();
        grpc.ready().await?;
        let (out, sent) = mpsc::channel(WAITING_MOST);
        for message in first {
            out.try_send(message)?;
        }
        let request = self.request(ReceiverStream::new(sent));
        let back =
            grpc.streaming(request, PathAndQuery::from_static(path), Raw).await?.into_inner();
        Ok(Both { out, back })
    }
}

impl Both {
    /// Sends a message.
    pub(crate) async fn send(&self, message: Bytes) -> Result<(), Fault> {
        Ok(self.out.send(message).await?)
    }

    /// The next message that came back.
    pub(crate) async fn next(&mut self) -> Result<Bytes, Fault> {
        next(&mut self.back).await
    }
}

/// The next message of a stream that has not ended.
pub(crate) async fn next(stream: &mut Streaming<Bytes>) -> Result<Bytes, Fault> {
    stream.message().await?.ok_or_else(|| "the stream ended".into())
}

/// Leaves bytes as they are.
#[derive(Clone, Copy, Debug)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
